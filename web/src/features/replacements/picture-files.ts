import { maxPictures } from '@raahi/contract/picture-limits'
import {
  pictureMaxBytes,
  pictureTypes,
  pictureTypeText,
} from '@raahi/contract/replacement-pictures'

/** Accepted file name extensions; JPG has two. */
const extensions: readonly string[] = [...pictureTypes, 'jpeg']
export const acceptedPictures = extensions.map((extension) => `.${extension}`).join(',')
export const maxPictureMegabytes = pictureMaxBytes / 1024 / 1024

/**
 * Checks a picture by name and size. The server also checks the content.
 * @returns the error text; undefined if it may be uploaded
 */
export function pictureFault({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  const extension = name.split('.').pop()?.toLowerCase()
  if (!extension || !extensions.includes(extension)) return pictureTypeText
  if (size > pictureMaxBytes) {
    return `“${name}” is larger than ${maxPictureMegabytes} MB. Please choose a smaller one.`
  }
  return size === 0 ? `“${name}” is empty.` : undefined
}

/** Adds the valid ones of the chosen files to a list. `fault` is the error of the others. */
export function addChosen<F extends Pick<File, 'name' | 'size'>>(
  present: readonly F[],
  chosen: readonly F[],
): { files: F[]; fault: string | undefined } {
  const valid = chosen.filter((file) => pictureFault(file) === undefined)
  const files = [...present, ...valid]
  const fault = chosen.map(pictureFault).find((text) => text !== undefined)
  return files.length > maxPictures
    ? { files: files.slice(0, maxPictures), fault: `You can add ${maxPictures} pictures.` }
    : { files, fault }
}
