export interface FormFile {
  field: string
  /** As in the header of the part, in quotes. */
  name: string
  bytes: Buffer
}
