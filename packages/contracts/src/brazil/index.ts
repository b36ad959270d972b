export { formatCnpj, isValidCnpj, stripCnpj } from './cnpj.ts';
export { formatCpf, isValidCpf, maskCpf, stripCpf } from './cpf.ts';
export { maskEmail, maskName, maskPhone } from './name.ts';
