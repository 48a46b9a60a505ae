export interface FormFile {
  field: string
  /** As it stands in the header of the part, in quotes. */
  name: string
  bytes: Buffer
}
