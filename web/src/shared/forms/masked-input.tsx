import { TextInput, type TextInputProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type ChangeEvent, type Ref, useLayoutEffect, useRef } from 'react';
import type { Mask } from './masks.ts';

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Returns the caret position after that many digits of a masked text; its end for -1. */
function caretAfter(text: string, digits: number): number {
  let seen = 0;
  for (let at = 0; at < text.length; at++) {
    if (seen === digits) return at;
    if (/\d/.test(text.charAt(at))) seen++;
  }
  return text.length;
}

interface MaskedInputProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  mask: Mask;
  value: string;
  onChange: (value: string) => void;
  inputRef?: Ref<HTMLInputElement>;
}

/**
 * Shows a field of digits through its mask, which sets separators and never changes the value; the
 * caret stays where the person has it. R-405.
 */
export function MaskedInput({ mask, value, onChange, inputRef, ...rest }: MaskedInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const ref = useMergedRef(input, inputRef);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== input.current) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  const change = ({ currentTarget: field }: ChangeEvent<HTMLInputElement>) => {
    const typed = field.value;
    const masked = mask(typed);
    const at = field.selectionStart ?? typed.length;
    const isSame = digitsOf(masked) === digitsOf(typed);
    caret.current =
      masked === typed ? at : caretAfter(masked, isSame ? digitsOf(typed.slice(0, at)).length : -1);
    onChange(masked);
  };
  return <TextInput ref={ref} inputMode="numeric" value={value} onChange={change} {...rest} />;
}
