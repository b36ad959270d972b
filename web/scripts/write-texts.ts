// npm run texts -w web [-- FOLDER LOCALE]: writes the catalogue of the interface's texts as the code says them; with FOLDER, a
// language's files too, where what is translated stays and what is new has no translation yet.
import { CATALOGUE, catalogueOf, writeCatalogue } from '../vite/texts/catalogue.ts';
import { writeLanguage } from '../vite/texts/language.ts';

const [folder, locale] = process.argv.slice(2);
const catalogue = catalogueOf();
writeCatalogue(CATALOGUE, catalogue);
if (folder !== undefined) {
  const missing = writeLanguage(folder, catalogue, locale);
  console.log(`${missing} texts of ${folder} have no translation yet`);
}
