import { codeErrors, readSecondFactor } from '@raahi/contract/two-factor'

/** The kinds of codes that a field accepts. */
export type CodeKind = keyof typeof codeErrors

/** The error of a code before it is sent; null if its format is valid. */
export function validateCode(kind: CodeKind, text: string): string | null {
  const read = readSecondFactor(text)
  return read && (kind === 'either' || read.kind === kind) ? null : codeErrors[kind]
}
