import { documentMetadata, informationOf, type DocumentDescription } from './document-metadata.ts';
import type { EmbeddedFont } from './embedded-font.ts';
import { numeral, type ObjectNumber, PdfWriter, refTo, textString } from './pdf-writer.ts';
import type { RasterImage } from './raster-image.ts';
import { type StructureElement, StructureTree } from './structure-tree.ts';
import { TaggedPage } from './tagged-page.ts';

interface Link {
  readonly page: number;
  readonly num: ObjectNumber;
  readonly rank: number;
  readonly url: string;
  readonly contents: string;
  readonly box: readonly number[];
}

/** A tagged PDF under way (ISO 32000-1, 14.8): pages of one size, fonts and images by name, links, structure. */
export class TaggedPdf<FontName extends string> {
  readonly structure = new StructureTree();
  readonly pages: TaggedPage[] = [];
  readonly fonts: Readonly<Record<FontName, EmbeddedFont>>;
  readonly #size: readonly [width: number, height: number];
  readonly #writer = new PdfWriter();
  readonly #links: Link[] = [];
  readonly #images = new Map<string, ObjectNumber>();

  constructor(
    size: readonly [width: number, height: number],
    fonts: Readonly<Record<FontName, EmbeddedFont>>,
  ) {
    this.#size = size;
    this.fonts = fonts;
  }

  addPage(): TaggedPage {
    const page = new TaggedPage(this.pages.length, this.#size[1], this.structure);
    this.pages.push(page);
    return page;
  }

  /** Embeds an image once. @returns the name to draw it by */
  addImage(image: RasterImage): string {
    const name = `Im${this.#images.size}`;
    this.#images.set(name, image.write(this.#writer));
    return name;
  }

  /** Makes an area of a page open `url` (12.5.6.5); `box` counts from the lower left corner. */
  addLink(
    page: TaggedPage,
    owner: StructureElement,
    url: string,
    contents: string,
    box: readonly number[],
  ): void {
    const num = this.#writer.reserve();
    const rank = this.structure.own(page.index, num, owner);
    this.#links.push({ page: page.index, num, rank, url, contents, box });
  }

  finish(description: DocumentDescription): Buffer {
    const writer = this.#writer;
    const tree = writer.reserve();
    const pages = this.pages.map(() => writer.reserve());
    const structure = this.structure.write(writer, pages);
    const resources = writer.add(this.#resources());
    this.pages.forEach((page, index) => {
      const contents = writer.addStream('', page.finish());
      const annotations = this.#links.filter((link) => link.page === index).map(({ num }) => refTo(num));
      writer.write(
        pages[index] as ObjectNumber,
        `<</Type/Page/Parent ${refTo(tree)}/MediaBox[0 0 ${this.#size.map(numeral).join(' ')}]` +
          `/Resources ${refTo(resources)}/Contents ${refTo(contents)}/StructParents ${index}/Tabs/S` +
          `${annotations.length > 0 ? `/Annots[${annotations.join(' ')}]` : ''}>>`,
      );
    });
    for (const link of this.#links) writer.write(link.num, this.#linkSource(link));
    writer.write(tree, `<</Type/Pages/Kids[${pages.map(refTo).join(' ')}]/Count ${pages.length}>>`);
    const metadata = writer.addEncodedStream(
      '/Type/Metadata/Subtype/XML',
      Buffer.from(documentMetadata(description)),
    );
    const root = writer.add(
      `<</Type/Catalog/Pages ${refTo(tree)}/StructTreeRoot ${refTo(structure)}/MarkInfo<</Marked true>>` +
        `/Lang(pt-BR)/ViewerPreferences<</DisplayDocTitle true>>/Metadata ${refTo(metadata)}>>`,
    );
    return writer.finish(root, writer.add(informationOf(description)));
  }

  #resources(): string {
    const fonts = Object.entries<EmbeddedFont>(this.fonts).filter(([, font]) => font.used);
    const fontEntries = fonts.map(([name, font]) => `/${name} ${refTo(font.write(this.#writer))}`);
    const images = [...this.#images].map(([name, num]) => `/${name} ${refTo(num)}`);
    const xObjects = images.length > 0 ? `/XObject<<${images.join('')}>>` : '';
    return `<</Font<<${fontEntries.join('')}>>${xObjects}>>`;
  }

  #linkSource({ rank, url, contents, box }: Link): string {
    const key = this.pages.length - 1 + rank;
    return (
      `<</Type/Annot/Subtype/Link/Rect[${box.map(numeral).join(' ')}]/Border[0 0 0]/F 4/StructParent ${key}` +
      `/Contents ${textString(contents)}/A<</S/URI/URI ${textString(new URL(url).href)}>>>>`
    );
  }
}
