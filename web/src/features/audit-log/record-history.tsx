import { useState } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { AuditEntryItem } from './audit-entry-item.tsx'
import { auditLogFailure, entriesPerPage, useAuditPage } from './audit-log.api.ts'
import classes from './audit-log.module.css'

/** All audit log entries about one record. */
export function RecordHistory({ subjectId }: { subjectId: string }) {
  const [page, setPage] = useState(1)
  const query = useAuditPage({ actors: 'all', subjectId, page })
  return (
    <PagedList
      query={query}
      items={query.data?.docs}
      total={query.data?.totalDocs}
      page={page}
      pageSize={entriesPerPage}
      onPageChange={setPage}
      loading={{ label: 'Loading the audit log...', layout: 'rows', count: 5 }}
      failed={auditLogFailure}
      empty={<EmptyState text="Nothing has been recorded yet." />}
    >
      {(entries) => (
        <ol className={classes.list}>
          {entries.map((entry) => (
            <AuditEntryItem key={entry._id} entry={entry} />
          ))}
        </ol>
      )}
    </PagedList>
  )
}
