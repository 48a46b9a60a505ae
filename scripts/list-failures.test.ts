import { expect, it } from 'vitest'
import { playwrightFailures, vitestFailures } from './list-failures.ts'

it('lists failed tests with their messages, and files that failed outside their tests', () => {
  const passed = { status: 'passed', fullName: 'adds', failureMessages: [] }
  const failed = {
    status: 'failed',
    fullName: 'subtracts',
    failureMessages: ['expected 1\n  at a.ts'],
  }
  const testResults = [
    { name: 'a.test.ts', status: 'failed', message: '', assertionResults: [passed, failed] },
    { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    { name: 'c.test.ts', status: 'passed', message: '', assertionResults: [passed] },
  ]
  expect(vitestFailures({ testResults })).toEqual([
    'FAILED  a.test.ts > subtracts\n        expected 1\n          at a.ts',
    'FAILED  b.test.ts\n        no such module',
  ])
})

it('lists the failed browser tests of nested suites, and errors outside the tests', () => {
  const spec = (title: string, ok: boolean) => ({
    title,
    ok,
    tests: [{ results: [{ errors: ok ? [] : [{ message: '\u001b[31mnot visible\u001b[39m' }] }] }],
  })
  const nested = { file: 'a.spec.ts', specs: [spec('opens', true), spec('closes', false)] }
  const suites = [{ file: 'a.spec.ts', specs: [spec('loads', false)], suites: [nested] }]
  expect(playwrightFailures({ suites, errors: [{ message: 'the server ended' }] })).toEqual([
    'FAILED  a.spec.ts > loads\n        not visible',
    'FAILED  a.spec.ts > closes\n        not visible',
    'FAILED  outside the tests\n        the server ended',
  ])
})
