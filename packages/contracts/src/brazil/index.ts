export { hasAreaCode } from './area-code.ts';
export { formatCnpj, isValidCnpj, stripCnpj } from './cnpj.ts';
export { cpfFrom, formatCpf, isValidCpf, maskCpf, stripCpf } from './cpf.ts';
export { maskEmail, maskName, maskPhone } from './name.ts';
export { formatPhone, phoneDigitsOf, stripPhone } from './phone.ts';
export { formatPlate, isValidPlate, stripPlate } from './plate.ts';
export { formatZip, stripZip } from './zip.ts';
