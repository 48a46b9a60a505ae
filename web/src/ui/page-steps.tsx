import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { formatCount } from '../lib/counts.ts'
import classes from './pagination.module.css'
import { type PagerProps, PageStepButton } from './pagination.tsx'

/** Previous and Next with 'Page X of N', for lists that are read in order. */
export function PageSteps({ page, pages, onPageChange }: PagerProps) {
  return (
    <nav className={`${classes.pagination} ${classes.steps}`} aria-label="Pages">
      <PageStepButton to={page - 1} pages={pages} onPageChange={onPageChange}>
        <IconChevronLeft size={18} aria-hidden />
        Previous
      </PageStepButton>
      <p className={classes.summary}>
        Page {formatCount(page)} of {formatCount(pages)}
      </p>
      <PageStepButton to={page + 1} pages={pages} onPageChange={onPageChange}>
        Next
        <IconChevronRight size={18} aria-hidden />
      </PageStepButton>
    </nav>
  )
}

/** `PageSteps`, hidden while there is only one page. */
export function PageStepsIfSeveral(props: PagerProps) {
  return props.pages > 1 && <PageSteps {...props} />
}
