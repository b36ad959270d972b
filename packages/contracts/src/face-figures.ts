/** Least similarity of a face that is recognised, of 100 (source specification, 9); a tenant may ask for more. */
export const MIN_FACE_SIMILARITY = 50;
/** A face is hardly ever more alike to itself. */
export const MAX_FACE_SIMILARITY = 90;

/**
 * What the similarity of the local engine means, measured. The settings page shows these figures.
 *
 * Source: an independent measurement of commit eabf96f on 22 November 2026, on pictures that played no part in choosing
 * the threshold. Overall: 1,451 pictures of about 540 people. By group: 15 to 20 public figures each, strangers compared
 * with strangers of the same group alone. No Brazilian faces and no pictures of phones were among them.
 */
export const FACE_FIGURES = {
  measuredAt: '2026-11-22T12:00:00.000Z',
  modelId: 'face-api-1.7/resnet-128-upright',
  similarity: 50,
  pictures: 1451,
  people: 540,
  /** Strangers taken for the person (ISO/IEC 19795-1: false match rate), per cent. */
  falseMatch: 0.019,
  /** The person taken for a stranger (false non-match rate), per cent, by pictures enrolled. */
  falseNonMatch: { 1: 16.9, 3: 4.3 },
  peopleByGroup: [15, 20],
  /** False match rate among strangers of one group, per cent. */
  groups: [
    { group: 'Mulheres do leste da Ásia', falseMatch: 9.9, isBound: false },
    { group: 'Homens do leste da Ásia', falseMatch: 7.3, isBound: false },
    { group: 'Mulheres negras', falseMatch: 0.7, isBound: false },
    /** Each of the others lies at or below. */
    { group: 'Demais grupos medidos', falseMatch: 0.2, isBound: true },
  ],
} as const;
