import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const source = join(import.meta.dirname, '..')
const styles = join(source, '../../node_modules/@mantine/core/styles')

it('each Mantine component in use has its styles', () => {
  const sheet = readFileSync(join(import.meta.dirname, 'mantine-styles.css'), 'utf8')
  const used = globSync('**/*.tsx', { cwd: source }).flatMap((path) => {
    const text = readFileSync(join(source, path), 'utf8')
    const names = /import \{([^}]*)\} from '@mantine\/core'/.exec(text)?.[1] ?? ''
    return names.split(',').map((name) => name.trim())
  })
  const styled = [...new Set(used)].filter((name) => existsSync(join(styles, `${name}.layer.css`)))
  expect(styled.length).toBeGreaterThan(10)
  expect(styled.filter((name) => !sheet.includes(`/${name}.layer.css`))).toEqual([])
})
