import {
  profileImageMaxBytes,
  profileImageTypes,
  profileImageTypeText,
} from '@raahi/contract/profile'

/** Accepted file name extensions; JPG has two. */
const extensions: readonly string[] = [...profileImageTypes, 'jpeg']
const maxMegabytes = profileImageMaxBytes / 1024 / 1024

/** For a file input's `accept`. */
export const pictureAccept = extensions.map((extension) => `.${extension}`).join(',')

/** The accepted files as a text. */
export const pictureHint = `JPG, PNG or WebP, max ${maxMegabytes} MB`

/**
 * Checks a picture by name and size. The server also checks the content.
 * @returns the error text, or null if the picture may be uploaded
 */
export function validatePicture({ name, size }: Pick<File, 'name' | 'size'>): string | null {
  const extension = name.split('.').pop()?.toLowerCase()
  if (!extension || !extensions.includes(extension)) return profileImageTypeText
  if (size > profileImageMaxBytes) return `The picture is larger than ${maxMegabytes} MB.`
  return size === 0 ? 'The file is empty.' : null
}
