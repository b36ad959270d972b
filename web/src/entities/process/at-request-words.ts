/** Of a document that someone signs at another's request, before fewer than two witnesses. */
export const LACKS_WITNESSES = 'Inclua duas testemunhas: a assinatura a rogo precisa delas.';
