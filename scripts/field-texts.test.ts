import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { invalidTexts, requiredTexts } from '../contract/src/field-checks.ts'

const root = join(import.meta.dirname, '..')
/** Further error texts of the checks. */
const otherTexts = [
  'Please leave out web addresses.',
  'Please leave out email addresses.',
  'Please leave out phone numbers.',
  'Enter letters or digits.',
  'Choose today or a later date.',
  'must be a whole number.',
]

it('states the error of each field once, in the checks of the contract', async () => {
  const stating: Record<string, string[]> = {}
  const texts = [...Object.values(requiredTexts), ...Object.values(invalidTexts), ...otherTexts]
  for (const folder of ['contract/src', 'server/src', 'web/src']) {
    const files = (await readdir(join(root, folder), { recursive: true })).filter(
      (file) => /\.tsx?$/.test(file) && !file.includes('.test.'),
    )
    for (const file of files) {
      const source = await readFile(join(root, folder, file), 'utf8')
      for (const text of texts) {
        if (source.includes(text)) stating[text] = [...(stating[text] ?? []), join(folder, file)]
      }
    }
  }
  for (const text of texts) {
    expect(stating[text], text).toEqual([
      expect.stringMatching(/^contract\/src\/((trip-)?field-checks|names)\.ts$/),
    ])
  }
})
