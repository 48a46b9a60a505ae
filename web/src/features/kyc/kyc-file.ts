/** How a KYC document is shown. A file of any other kind can only be saved. */
export type FileKind = 'picture' | 'pdf' | 'other'

const pictureTypes = ['image/jpeg', 'image/png']
const pdfStart = '%PDF-'

/**
 * Gives a received file the type as which a browser may show it. The object URL of a file belongs to the site's
 * origin, so a file that is not what it claims to be must never open as a page. It gets a type that browsers only
 * download.
 */
export async function toShownFile(received: Blob): Promise<{ file: Blob; kind: FileKind }> {
  if (pictureTypes.includes(received.type)) return { file: received, kind: 'picture' }
  const start = await received.slice(0, pdfStart.length).text()
  return start === pdfStart && received.type === 'application/pdf'
    ? { file: new Blob([received], { type: 'application/pdf' }), kind: 'pdf' }
    : { file: new Blob([received], { type: 'application/octet-stream' }), kind: 'other' }
}
