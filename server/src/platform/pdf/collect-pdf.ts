/** Draws a document and returns its bytes. `draw` may let other work of the process run between its parts. */
export async function collectPdf(
  doc: PDFKit.PDFDocument,
  draw: () => void | Promise<void>,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  const bytes = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  const drawAll = async () => {
    await draw()
    doc.end()
  }
  const [result] = await Promise.all([bytes, drawAll()])
  return result
}
