import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { errorWithReason } from '../../lib/api-error.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageStepsIfSeveral } from '../../ui/page-steps.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { formatResult, importAddress, importStateLabels } from './import-labels.ts'
import { importsPerPage, useImportPage } from './imports.api.ts'
import classes from './imports.module.css'

interface ImportListProps {
  page: number
  onPageChange: (page: number) => void
}

/** The earlier imports, the latest first. */
export function ImportList({ page, onPageChange }: ImportListProps) {
  const query = useImportPage(page)
  return (
    <section aria-labelledby="earlier-imports">
      <h2 id="earlier-imports" className={classes.title}>
        Earlier imports
      </h2>
      <PagedList
        query={query}
        items={query.data?.docs}
        total={query.data?.totalDocs}
        page={page}
        pageSize={importsPerPage}
        onPageChange={onPageChange}
        pager={PageStepsIfSeveral}
        loading={{ label: 'Loading imports...', layout: 'rows', count: 3 }}
        failed={(error, isRefresh) =>
          errorWithReason(
            error,
            isRefresh ? 'The imports could not be refreshed.' : 'The imports could not be loaded.',
          )
        }
        empty={<EmptyState text="No file has been imported yet." />}
      >
        {(imports) => (
          <ul className={classes.list} aria-label="Earlier imports">
            {imports.map((one) => (
              <li key={one._id}>
                <div>
                  <Anchor component={Link} to={importAddress(one)} className={classes.name}>
                    <bdi>{one.fileName}</bdi>
                  </Anchor>
                  <p className={classes.soft}>
                    <bdi>{one.source.name}</bdi> · <DateTime value={one.createdAt} />
                  </p>
                </div>
                <p className={classes.soft}>{formatResult(one)}</p>
                <StatusBadge tone={importStateLabels[one.state].tone}>
                  {importStateLabels[one.state].label}
                </StatusBadge>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}
