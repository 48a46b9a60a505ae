import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { errorWithReason } from '../../lib/api-error.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { Versions } from '../../ui/versions.tsx'
import { formatTerms } from './format-terms.ts'
import { useReturnPolicies } from './public/return-policy.api.ts'
import { ReturnPolicyForm } from './return-policy-form.tsx'
import classes from './return-policy-screen.module.css'

/** The return policy in force, its earlier versions, and a form that creates the next one, for an admin. */
export function ReturnPolicyScreen() {
  const query = useReturnPolicies()
  const retry = { onRetry: () => query.refetch(), retrying: query.isFetching }
  const policies = query.data ?? []
  const [current] = policies
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
            <Versions
              versions={policies}
              action="return-policy.change"
              describe={formatTerms}
              since="For leads bought since"
            />
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
