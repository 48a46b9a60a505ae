import { Anchor } from '@mantine/core'
import type { ReturnPolicy } from '@raahi/contract/return-policy'
import { Link } from 'react-router'
import { errorWithReason } from '../../lib/api-error.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { formatTerms } from './format-terms.ts'
import { useReturnPolicies } from './public/return-policy.api.ts'
import { ReturnPolicyForm } from './return-policy-form.tsx'
import classes from './return-policy-screen.module.css'

/** The return policy in force, its earlier versions, and a form that creates the next one, for an admin. */
export function ReturnPolicyScreen() {
  const query = useReturnPolicies()
  const retry = { onRetry: () => query.refetch(), retrying: query.isFetching }
  const [current, ...earlier] = query.data ?? []
  return (
    <>
      <PageHeader
        title="Return Policy"
        subtitle="How long agents can report a bad lead, and how long you have to decide."
        back={{ to: '/dashboard/settings', label: 'Back to Settings' }}
        actions={
          <Anchor component={Link} to="/dashboard/return-odds">
            Return odds
          </Anchor>
        }
      />
      {current ? (
        <>
          {query.isError && (
            <RefreshFailed
              text={errorWithReason(query.error, 'The return policy could not be refreshed.')}
              {...retry}
            />
          )}
          <div className={classes.panels}>
            <ReturnPolicyForm current={current} />
            <Versions current={current} earlier={earlier} />
          </div>
        </>
      ) : query.isError ? (
        <ErrorState
          text={errorWithReason(query.error, 'The return policy could not be loaded.')}
          {...retry}
        />
      ) : (
        <SkeletonList label="Loading return policy..." layout="rows" count={2} />
      )}
    </>
  )
}

function Versions({
  current,
  earlier,
}: {
  current: ReturnPolicy
  earlier: readonly ReturnPolicy[]
}) {
  return (
    <Panel
      title="Versions"
      aside={
        <Anchor component={Link} to="/dashboard/audit-log?action=return-policy.change">
          All changes
        </Anchor>
      }
    >
      <ol className={classes.versions} reversed start={current.version}>
        {[current, ...earlier].map((policy) => (
          <li key={policy.version} className={classes.version}>
            <p>
              <span className={classes.number}>Version {policy.version}</span>
              {policy === current && ', in force'}
            </p>
            <p>{formatTerms(policy)}</p>
            <p className={classes.since}>
              For leads bought since <DateTime value={policy.startsAt} />
              {policy.by && (
                <>
                  , made by <bdi>{policy.by.name}</bdi>
                </>
              )}
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
