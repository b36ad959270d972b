import { useLayoutEffect, useReducer, useRef, type ComponentProps } from 'react';

import { caretAfterFormat, masks, type MaskName } from '@/lib/input/masks.ts';

import { Input } from './input.tsx';

export interface MaskedInputProps extends Omit<
  ComponentProps<'input'>,
  'value' | 'onChange' | 'type' | 'ref'
> {
  mask: MaskName;
  /** The stored form: no punctuation, upper case. */
  value: string;
  onValueChange: (clean: string) => void;
  inputRef?: ((element: HTMLInputElement | null) => void) | undefined;
}

/** A field that writes a CPF, CNPJ, phone, CEP, plate or day as Brazilians do, and hands on the bare characters. */
export function MaskedInput({ mask: name, value, onValueChange, inputRef, ...rest }: MaskedInputProps) {
  const mask = masks[name];
  const own = useRef<HTMLInputElement | null>(null);
  const caret = useRef<number | null>(null);
  // Deleting punctuation changes no value: without a render of its own, the caret would jump to the end.
  const [, render] = useReducer((count: number) => count + 1, 0);

  // React puts the caret at the end when the text it writes differs from what was typed.
  useLayoutEffect(() => {
    if (caret.current === null || own.current === null) return;
    own.current.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  return (
    <Input
      ref={(element) => {
        own.current = element;
        inputRef?.(element);
      }}
      inputMode={mask.inputMode}
      maxLength={mask.maxLength + 8 /* room for a paste with spaces; the mask trims it */}
      autoComplete={name === 'phone' ? 'tel-national' : name === 'cep' ? 'postal-code' : 'off'}
      autoCapitalize={name === 'cnpj' || name === 'plate' ? 'characters' : 'none'}
      spellCheck={false}
      className="tabular"
      value={mask.format(value)}
      onChange={(event) => {
        const typed = event.target.value;
        const at = event.target.selectionStart ?? typed.length;
        caret.current = at === typed.length ? null : caretAfterFormat(mask, typed, at);
        onValueChange(mask.clean(typed));
        render();
      }}
      onPaste={(event) => {
        const found = mask.find?.(event.clipboardData.getData('text'));
        if (found === undefined) return;
        event.preventDefault();
        onValueChange(found);
      }}
      {...rest}
    />
  );
}
