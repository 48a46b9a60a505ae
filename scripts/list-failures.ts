import { stripVTControlCharacters } from 'node:util'

/** The fields of Vitest's JSON report that are read. */
export interface VitestReport {
  testResults?: {
    name: string
    status: string
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[]
  }[]
}

/** The fields of Playwright's JSON report that are read. */
export interface PlaywrightReport {
  suites?: PlaywrightSuite[]
  errors?: { message?: string }[]
}
interface PlaywrightSuite {
  file: string
  suites?: PlaywrightSuite[]
  specs?: {
    title: string
    ok: boolean
    tests: { results: { errors: { message?: string }[] }[] }[]
  }[]
}

/** @returns one text for each failed test, and for each file that failed outside its tests */
export function vitestFailures({ testResults = [] }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [describeFailure(name, '', message)]
    return failed.map((test) => describeFailure(name, test.fullName, test.failureMessages?.[0]))
  })
}

/** @returns one text for each failed test, and for each error outside the tests */
export function playwrightFailures({ suites = [], errors = [] }: PlaywrightReport): string[] {
  return [
    ...suites.flatMap(failuresOfSuite),
    ...errors.map(({ message }) => describeFailure('outside the tests', '', message)),
  ]
}

function failuresOfSuite({ file, suites = [], specs = [] }: PlaywrightSuite): string[] {
  const failed = specs.filter(({ ok }) => !ok)
  return [
    ...failed.map(({ title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors))
      return describeFailure(file, title, errors[0]?.message)
    }),
    ...suites.flatMap(failuresOfSuite),
  ]
}

const maxMessageLines = 20

function describeFailure(file: string, test: string, message = ''): string {
  const lines = stripVTControlCharacters(message).trimEnd().split('\n').slice(0, maxMessageLines)
  return [`FAILED  ${[file, test].filter(Boolean).join(' > ')}`, ...lines].join('\n        ')
}
