/** What a file is: KYC documents are for admins alone, profile pictures for everybody. */
export const fileAreas = ['kyc', 'profile'] as const
export type FileArea = (typeof fileAreas)[number]

export interface NewFile {
  bytes: Buffer
  /** Without the dot, such as `pdf`. */
  extension: string
  /** Media type. */
  type: string
}

/** Where uploaded files are kept. Nobody reaches them but through the product. */
export interface FileStore {
  /** Stores a file under a random name. @returns the name, once the file is sure to stay */
  save(area: FileArea, file: NewFile): Promise<string>
  /** The bytes of a file; null where there is none of that name. */
  read(area: FileArea, name: string): Promise<Buffer | null>
  /** Removes a file; one that is not there is no fault. */
  remove(area: FileArea, name: string): Promise<void>
  /** Names of the files that were stored before a moment, and since another, in no order, some hundreds at a time. */
  listStoredBefore(area: FileArea, moment: Date, since?: Date): AsyncIterable<string[]>
}
