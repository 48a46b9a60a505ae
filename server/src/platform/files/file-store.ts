/**
 * The kinds of files: KYC documents are only for admins, profile pictures are public, pictures of replacement requests
 * are for the agent who added them and for admins, and logos of agencies are shown with their quotes.
 */
export const fileAreas = ['kyc', 'profile', 'replacement', 'logo'] as const
export type FileArea = (typeof fileAreas)[number]

export interface NewFile {
  bytes: Buffer
  /** Without the dot, such as `pdf`. */
  extension: string
  /** Media type. */
  type: string
}

/** Stores uploaded files. They are accessible only through the product. */
export interface FileStore {
  /**
   * Stores a file under a random name.
   * @returns the name, once the file is durable
   */
  save(area: FileArea, file: NewFile): Promise<string>
  /** The bytes of a file; null if no file has the name. */
  read(area: FileArea, name: string): Promise<Buffer | null>
  /** Removes a file. A missing file is no error. */
  remove(area: FileArea, name: string): Promise<void>
  /** Names of the files stored before `moment` and after `since`, unordered, in batches of some hundreds. */
  listStoredBefore(area: FileArea, moment: Date, since?: Date): AsyncIterable<string[]>
}
