import {
  checkImport,
  downloadRefusedRows,
  getImport,
  type Import,
  type ImportCheckInput,
  listImports,
  runImport,
  undoImport,
  uploadImport,
} from '@raahi/contract/imports'
import { createSource, listSources } from '@raahi/contract/sources'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { callForFile } from '../../lib/api-file.ts'
import { dashboardKey } from '../../lib/query-keys.ts'
import { useSingleMutation } from '../../lib/use-single-mutation.ts'

/** Imports per page. */
export const importsPerPage = 20

const importsKey = ['imports'] as const
const sourcesKey = ['sources'] as const
const leadsKey = ['leads'] as const
const progressMs = 1000

/** A page of the imports, the latest first. */
export function useImportPage(page: number) {
  const query = { page: String(page), limit: String(importsPerPage) }
  return useQuery({
    queryKey: [...importsKey, query],
    queryFn: ({ signal }) => call(listImports, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** An import. While it runs, its progress is read every second. */
export function useImport(id: string) {
  return useQuery({
    queryKey: [...importsKey, id],
    queryFn: ({ signal }) => call(getImport, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? progressMs : false),
  })
}

/** The sources that a file can belong to. */
export function useFileSources() {
  return useQuery({
    queryKey: [...sourcesKey, 'of-files'],
    queryFn: async ({ signal }) => {
      const sources = await call(listSources, {}, { signal })
      const usable = sources.filter(({ kind, state }) => state === 'active' && kind !== 'website')
      // Those of earlier files first.
      return usable.toSorted((a, b) => Number(b.kind === 'import') - Number(a.kind === 'import'))
    },
  })
}

export interface NewFile {
  /** '': a source with this name is created first. */
  sourceId: string
  sourceName: string
  file: File
  consentText: string
  /** Called with the id of a new source, so that a repetition after a refused file does not create it again. */
  onSource: (id: string) => void
}

export function useUpload() {
  return useSingleMutation({
    mutationFn: async ({ file, sourceId, sourceName, consentText, onSource }: NewFile) => {
      const source = sourceId || (await createFileSource(sourceName))
      onSource(source)
      const body = new FormData()
      body.set('sourceId', source)
      body.set('consentText', consentText)
      body.set('file', file)
      return call(uploadImport, { body })
    },
    refreshes: [importsKey, sourcesKey],
  })
}

async function createFileSource(name: string): Promise<string> {
  const { _id } = await call(createSource, { body: { name, kind: 'import' } })
  return _id
}

export function useCheck(id: string) {
  return useSingleMutation({
    mutationFn: (body: ImportCheckInput) => call(checkImport, { params: { id }, body }),
    refreshes: [[...importsKey, id]],
  })
}

export function useRun(id: string) {
  return useSingleMutation({
    mutationFn: () => call(runImport, { params: { id } }),
    refreshes: [importsKey],
  })
}

export function useUndo() {
  return useSingleMutation({
    mutationFn: ({ _id }: Pick<Import, '_id'>) => call(undoImport, { params: { id: _id } }),
    refreshes: [importsKey, sourcesKey, leadsKey, dashboardKey],
  })
}

export const fetchRefusedRows = (id: string) => callForFile(downloadRefusedRows, { params: { id } })
