import type { FormFile } from './form-file.ts'

/** A request before it is written down, so that parts of it can be broken. */
export interface Draft {
  params: Record<string, string>
  query: Record<string, string>
  headers: Record<string, string | string[]>
  /** The JSON body, or the text fields of a form; undefined: none. */
  body: unknown
  /** Of a form; null: none. */
  file: FormFile | null
}
