/** A release of the server, as it says it. */
export type ServerRelease = `${number}.${number}.${number}`;

/** In what the releases differ for a client. The stand-in is held to recordings of 24.2.0 and 24.10.9. */
export interface ReleaseTraits {
  /** Has the service that says which release it is: since 21.10. */
  tellsRelease: boolean;
  /** "Caught up" and "fell behind" say when and where: since 24.10. */
  marksNamePlaces: boolean;
  /**
   * At the end of catching up the place of the last page counts as looked at, and a start without matches ends with
   * the log's first place: since 24.10.5 and 25.0. Before, it ends with a checkpoint of 2^64-1 (PR 4892).
   */
  endOfCatchUpIsPlace: boolean;
}

export function traitsOf(release: ServerRelease): ReleaseTraits {
  return {
    tellsRelease: isSince(release, '21.10.0'),
    marksNamePlaces: isSince(release, '24.10.0'),
    endOfCatchUpIsPlace: isSince(release, '24.10.5'),
  };
}

function isSince(release: ServerRelease, first: ServerRelease): boolean {
  return release.localeCompare(first, 'en', { numeric: true }) >= 0;
}
