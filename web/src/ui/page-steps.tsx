import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { formatCount } from '../lib/counts.ts'
import classes from './pagination.module.css'
import { PageStepButton } from './pagination.tsx'

type PageStepsProps = {
  /** The page shown, from 1. */
  page: number
  /** The number of pages. */
  pages: number
  onPageChange: (page: number) => void
}

/** Previous and Next with 'Page X of N', for lists that are read in order. */
export function PageSteps({ page, pages, onPageChange }: PageStepsProps) {
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
