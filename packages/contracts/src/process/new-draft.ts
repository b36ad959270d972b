/** What a process that is put together says of its documents, people and conditions before anything is chosen. */
export const newDraft = () => ({
  suggested: '',
  documents: [],
  participants: [],
  minimumSignatories: null,
  acceptsLateSignatures: false,
  type: 'single' as const,
  roles: [],
  ordered: false,
  deadline: '',
  reminderDays: null,
  requirements: { location: false },
});
