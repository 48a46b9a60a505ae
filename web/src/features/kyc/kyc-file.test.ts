import { expect, it } from 'vitest'
import { toShownFile } from './kyc-file.ts'

const page = '<!doctype html><script>alert(1)</script>'

it.each([
  ['a PDF', 'application/pdf', '%PDF-1.7\n', 'pdf', 'application/pdf'],
  ['a picture', 'image/png', '\x89PNG', 'picture', 'image/png'],
  ['a page that claims to be a PDF', 'application/pdf', page, 'other', 'application/octet-stream'],
  ['a page', 'text/html', page, 'other', 'application/octet-stream'],
  [
    'a PDF that claims to be a page',
    'text/html',
    '%PDF-1.7\n',
    'other',
    'application/octet-stream',
  ],
  ['a drawing with scripts', 'image/svg+xml', '<svg/>', 'other', 'application/octet-stream'],
  ['an empty file', 'application/pdf', '', 'other', 'application/octet-stream'],
] as const)('shows only pictures and PDFs: %s', async (_, type, content, kind, shownType) => {
  const shown = await toShownFile(new Blob([content], { type }))
  expect(shown.kind).toBe(kind)
  expect(shown.file.type).toBe(shownType)
  expect(await shown.file.text()).toBe(content)
})
