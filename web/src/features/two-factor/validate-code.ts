import { readSecondFactor, type SecondFactor } from '@raahi/contract/two-factor'

/** The kinds of codes that a field accepts. */
export type CodeKind = SecondFactor['kind'] | 'either'

const errorTexts: Record<CodeKind, string> = {
  app: 'Enter the 6-digit code shown in your app.',
  recovery: 'Enter a recovery code: 24 letters and digits.',
  either: 'Enter the 6-digit code from your app, or a recovery code.',
}

/** The error of a code before it is sent; null if its format is valid. */
export function validateCode(kind: CodeKind, text: string): string | null {
  const read = readSecondFactor(text)
  return read && (kind === 'either' || read.kind === kind) ? null : errorTexts[kind]
}
