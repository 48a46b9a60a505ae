import { describe, expect, it } from 'vitest'
import { findBannedConstructions } from './plain-english.ts'

const find = (text: string) => findBannedConstructions('a.ts', text).length

describe('the check of the language', () => {
  it.each([
    'Whoever has waited so long is refused',
    'nobody reads it',
    'the agent is told so',
    'its state stands in the table',
    'null where there is none',
    'a process of its own',
  ])('finds the banned construction in %j', (text) => {
    expect(find(text)).toBe(1)
  })

  it.each(['a stand-in for the gateway', 'an outstanding order', 'He understands it', 'untold'])(
    'accepts %j',
    (text) => {
      expect(find(text)).toBe(0)
    },
  )

  it('reports the line of each finding', () => {
    const [finding] = findBannedConstructions('a.ts', 'one\n// Nobody reads this.')
    expect(finding).toMatchObject({ file: 'a.ts', line: 2, text: '// Nobody reads this.' })
  })
})
