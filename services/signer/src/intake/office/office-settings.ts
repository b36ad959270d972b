const COMMON = '/org.openoffice.Office.Common/Security/Scripting';
const WRITER = '/org.openoffice.Office.Writer/Content/Update';
const JAVA = '/org.openoffice.Office.Java/VirtualMachine';

/** No macro, no link that is followed without being asked for, nothing run: before any wall there is nothing to hold back. */
const SETTINGS: readonly (readonly [path: string, name: string, value: boolean | number])[] = [
  [COMMON, 'DisableMacrosExecution', true],
  [COMMON, 'MacroSecurityLevel', 3],
  // Pictures and sections that a document links to are not loaded when the document lies in no trusted place.
  [COMMON, 'BlockUntrustedRefererLinks', true],
  [COMMON, 'CheckDocumentEvents', true],
  [WRITER, 'Link', 0],
  [JAVA, 'Enable', false],
];

/** A user profile's `registrymodifications.xcu` for soffice. */
export const OFFICE_SETTINGS =
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  '<oor:items xmlns:oor="http://openoffice.org/2001/registry">' +
  SETTINGS.map(
    ([path, name, value]) =>
      `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  ).join('') +
  '</oor:items>\n';
