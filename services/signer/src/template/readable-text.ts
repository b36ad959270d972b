/** Without what draws nothing or moves other characters about; breaks of lines and blanks at ends stay. */
export const readableText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\t', ' ')
    .replaceAll(/[^\P{Cc}\n]|[\p{Cf}\p{Default_Ignorable_Code_Point}\uFFFE\uFFFF]/gu, '');
