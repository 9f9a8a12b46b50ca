import { TextInput, type TextInputProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type ChangeEvent, type Ref, useLayoutEffect, useRef } from 'react';

/** Sets the separators into a text of digits. */
export type Mask = (digits: string) => string;

/**
 * A mask that parts digits into groups: `groups('/', 2, 2, 4)` makes 12/31/2004 and drops what is
 * too much.
 */
export const groups =
  (separator: string, ...sizes: number[]): Mask =>
  (digits) => {
    const parts: string[] = [];
    let rest = digits;
    for (const size of sizes) {
      if (rest === '') break;
      parts.push(rest.slice(0, size));
      rest = rest.slice(size);
    }
    return parts.join(separator);
  };

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Where the caret stands after that many digits of a masked text. */
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
 * A field of digits that sets its separators itself, takes pasted text in any form, and keeps the
 * caret where the person has it.
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
    const masked = mask(digitsOf(typed));
    const before = digitsOf(typed.slice(0, field.selectionStart ?? typed.length)).length;
    caret.current = caretAfter(masked, before);
    onChange(masked);
  };
  return <TextInput ref={ref} inputMode="numeric" value={value} onChange={change} {...rest} />;
}
