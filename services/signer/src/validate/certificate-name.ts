import { maskCpf } from '@lacre/contracts/brazil';

/** Certificates of ICP-Brasil end in the holder's CPF (DOC-ICP-05): public answers have it masked. */
export const maskCertificateName = (name: string): string =>
  name.replace(/:(\d{11})$/, (_, cpf: string) => `:${maskCpf(cpf)}`);
