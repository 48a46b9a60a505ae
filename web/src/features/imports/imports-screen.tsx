import { useListFilters } from '../../lib/use-list-filters.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ImportList } from './import-list.tsx'
import { ImportSteps } from './import-steps.tsx'
import { UploadForm } from './upload-form.tsx'

/** The list has pages and no filter. */
const noFilters = {}

/** The first step of an import, and the earlier imports. */
export function ImportsScreen() {
  const list = useListFilters(noFilters)
  return (
    <>
      <PageHeader
        title="Import"
        subtitle="Add leads from a file. You see what happens to each row before anything is added."
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
      />
      <ImportSteps step="File" />
      <Panel title="Choose a file">
        <UploadForm />
      </Panel>
      <ImportList page={list.filters.page} onPageChange={list.goToPage} />
    </>
  )
}
