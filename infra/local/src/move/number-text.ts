/** As people read it. */
export const numberText = (value: number): string => value.toLocaleString('pt-BR');
