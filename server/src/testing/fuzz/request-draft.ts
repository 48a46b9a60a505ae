import type { FormFile } from './form-file.ts'

/** A request before it is encoded, so that parts of it can be broken. */
export interface Draft {
  params: Record<string, string>
  query: Record<string, string>
  headers: Record<string, string | string[]>
  /** The JSON body, or the text fields of a form; undefined: none. */
  body: unknown
  /** The file of a form; null: none. */
  file: FormFile | null
}
