import type { UploadedFile } from '../platform/http/multipart.ts'
import type { DemoAgent } from './demo-people.ts'

/** Draws the KYC document of an agent. */
export function createDocument(agent: DemoAgent): UploadedFile {
  const name = `${agent.companyName.toLowerCase().replace(/[^a-z]+/g, '-')}-registration.pdf`
  return { name, bytes: drawDocument(agent) }
}

/** An A4 page in PDF points that looks like a certificate and states that it is not one. */
function drawDocument({ name, companyName, city }: DemoAgent): Buffer {
  const text = (x: number, y: number, size: number, font: 'F1' | 'F2', value: string) =>
    `BT /${font} ${size} Tf ${x} ${y} Td (${value.replace(/[\\()]/g, '\\$&')}) Tj ET`
  const row = (y: number, label: string, value: string) => [
    '0.45 0.42 0.40 rg',
    text(72, y, 10, 'F1', label),
    '0.12 0.13 0.30 rg',
    text(220, y, 12, 'F2', value),
    `0.88 0.85 0.80 RG 0.6 w 72 ${y - 14} m 523 ${y - 14} l S`,
  ]
  return pdfOf([
    '0.98 0.96 0.92 rg 0 0 595 842 re f',
    '0.95 0.61 0.07 rg 0 752 595 90 re f',
    '0.12 0.13 0.30 rg',
    text(72, 800, 22, 'F2', 'Certificate of registration'),
    text(72, 776, 11, 'F1', 'Travel agents and tour operators'),
    ...row(690, 'Name of business', companyName),
    ...row(650, 'Proprietor', name),
    ...row(610, 'Place of business', `${city}, India`),
    ...row(570, 'Kind of business', 'Tours, hotel bookings and transport'),
    '0.80 0.25 0.18 rg',
    text(72, 490, 34, 'F2', 'SPECIMEN'),
    text(72, 468, 11, 'F1', 'Made up for the demo data of Raahi. It certifies nothing.'),
  ])
}

/** A one-page PDF with these operators, with Helvetica as F1 and its bold as F2. */
function pdfOf(operators: readonly string[]): Buffer {
  const content = operators.join('\n')
  const font = (base: string) =>
    `<</Type/Font/Subtype/Type1/BaseFont/${base}/Encoding/WinAnsiEncoding>>`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R/F2 6 0 R>>>>>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
  ]
  let pdf = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = pdf.length
    pdf += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = pdf.length
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  pdf += `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(pdf, 'latin1')
}
