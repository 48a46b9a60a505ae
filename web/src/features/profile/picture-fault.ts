import {
  profileImageMaxBytes,
  profileImageTypes,
  profileImageTypeText,
} from '@raahi/contract/profile'

/** Endings of names; a JPG goes by two. */
const endings: readonly string[] = [...profileImageTypes, 'jpeg']
const maxMegabytes = profileImageMaxBytes / 1024 / 1024

/** For a file input's `accept`. */
export const pictureEndings = endings.map((ending) => `.${ending}`).join(',')

/** What may be chosen, in words. */
export const pictureHint = `JPG, PNG or WebP, max ${maxMegabytes} MB`

/**
 * Why a picture cannot be sent, judged by name and size; the server also looks inside.
 * @returns the text for under the field, or null where it may be sent.
 */
export function pictureFault({ name, size }: Pick<File, 'name' | 'size'>): string | null {
  const ending = name.split('.').pop()?.toLowerCase()
  if (!ending || !endings.includes(ending)) return profileImageTypeText
  if (size > profileImageMaxBytes) return `The picture is larger than ${maxMegabytes} MB.`
  return size === 0 ? 'The file is empty.' : null
}
