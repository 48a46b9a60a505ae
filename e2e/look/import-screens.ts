import type { Page } from '@playwright/test'
import type { Import, ImportCheck } from '../../contract/src/imports.ts'
import { admin } from '../support/api.ts'
import { emptyPage, fakeAnswer } from './fake-answers.ts'
import type { Screen } from './screen.ts'

const id = '01930000-0000-7000-8000-000000000001'

const record: Import = {
  _id: id,
  state: 'uploaded',
  fileName: 'Travel fair Mumbai, November.xlsx',
  source: { _id: id, name: 'Travel fair Mumbai' },
  createdAt: '2026-11-29T06:30:00.000Z',
  done: 0,
  total: 12_480,
  added: 0,
  duplicates: 0,
  refused: 0,
  removed: 0,
  columns: [
    { heading: 'नाम', field: 'name', samples: ['आशा राव', 'Ravi Kumar', 'Meera Iyer'] },
    { heading: 'Mobile No.', field: 'phone', samples: ['98450 00001', '9.19E+11', '2226543210'] },
    { heading: 'Going to', field: 'destination', samples: ['Goa', 'Bali', 'Kerala backwaters'] },
    { heading: 'Date of travel', field: 'travelDate', samples: ['03/04/2027', '25/12/2026'] },
    { heading: 'Remarks of the person at the stand', field: null, samples: ['Wants a pool'] },
    { heading: 'Column 6', field: null, samples: [] },
  ],
  dateOrder: null,
  repairPhones: false,
  consentText: 'I agree that Raahi passes my details on to one travel agent, who may call me.',
  hasRows: true,
  kept: [],
}

const check: ImportCheck = {
  added: 12_310,
  duplicates: 96,
  refused: 68,
  questions: 6,
  rows: [
    {
      row: 4,
      outcome: 'question',
      field: 'phone',
      name: 'Ravi Kumar',
      message: 'The spreadsheet has shortened this phone to 9.19E+11.',
      suggestions: [],
    },
    {
      row: 5,
      outcome: 'question',
      field: 'phone',
      name: 'Meera Iyer',
      message: 'Has the spreadsheet dropped the zero of a landline? It could be +91 22265 43210.',
      suggestions: ['+912226543210'],
    },
    {
      row: 9,
      outcome: 'question',
      field: 'travelDate',
      name: 'आशा राव',
      message: 'Which day is 03/04/2027?',
      suggestions: ['2027-03-04', '2027-04-03'],
    },
    { row: 12, outcome: 'duplicate', message: 'Duplicate of LD-000123', leadId: 'LD-000123' },
    {
      row: 1014,
      outcome: 'refused',
      message: 'Name: Name is required; Travel date: Choose today or a later date.',
    },
  ],
}

const done: Partial<Import> = { state: 'done', done: 12_480, added: 12_310, duplicates: 96 }

/** Answers the calls about one import, so that the screens add no leads. */
const withImport = (changed: Partial<Import>) => async (page: Page) => {
  const answer = (data: object) => ({ json: { success: true, data } })
  await page.route(`**/api/imports/${id}`, (route) =>
    route.fulfill(answer({ ...record, ...changed })),
  )
  await page.route(`**/api/imports/${id}/check`, (route) => route.fulfill(answer(check)))
}

const imported = (name: string, changed: Partial<Import>, shows: Screen['shows']): Screen => ({
  name,
  path: `/dashboard/import/${id}`,
  account: admin,
  heading: record.fileName,
  fakeAnswers: withImport(changed),
  ...(shows && { shows }),
})

/** The import of a file in its three steps. */
export const importScreens: readonly Screen[] = [
  {
    name: 'import without a file',
    path: '/dashboard/import',
    account: admin,
    heading: 'Import',
    // Another test may have imported a file, so the response is faked.
    fakeAnswers: (page) => fakeAnswer(page, '**/api/imports?*', emptyPage),
    shows: (page) => page.getByText('No file has been imported yet.'),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Upload and Check' }).click()
      await page.getByText('Choose a file.').waitFor()
    },
  },
  {
    name: 'earlier imports',
    path: '/dashboard/import',
    account: admin,
    heading: 'Import',
    fakeAnswers: async (page) => {
      const docs = [
        { ...record, _id: id },
        { ...record, ...done, _id: `${id.slice(0, -1)}2`, refused: 74 },
        { ...record, ...done, _id: `${id.slice(0, -1)}3`, state: 'undone', added: 3, removed: 12 },
      ]
      const paging = { limit: 20, totalPages: 1, page: 1, prevPage: null, nextPage: null }
      await page.route('**/api/imports?*', (route) =>
        route.fulfill({
          json: {
            success: true,
            data: { docs, totalDocs: 3, ...paging, hasPrevPage: false, hasNextPage: false },
          },
        }),
      )
    },
    shows: (page) => page.getByText('12,310 leads added, 96 duplicates, 74 refused'),
  },
  {
    name: 'imports that failed to load',
    path: '/dashboard/import',
    account: admin,
    heading: 'Import',
    status: 404,
    fakeAnswers: async (page) => {
      await page.route('**/api/imports?*', (route) =>
        route.fulfill({ status: 404, json: { success: false, code: 'X', message: 'Not now.' } }),
      )
    },
    shows: (page) => page.getByText('The imports could not be loaded. Not now.'),
  },
  imported('import to check', {}, (page) => page.getByText('Which day is 03/04/2027?')),
  imported('running import', { state: 'running', done: 4200 }, (page) =>
    page.getByRole('progressbar', { name: 'Progress' }),
  ),
  imported('finished import', { ...done, refused: 74 }, (page) =>
    page.getByText('12,310 leads are on sale.'),
  ),
  imported(
    'undone import',
    { ...done, state: 'undone', added: 3, removed: 12_307, kept: ['LD-000410', 'LD-000411'] },
    (page) => page.getByText('Sold, and therefore kept: LD-000410, LD-000411.'),
  ),
]
