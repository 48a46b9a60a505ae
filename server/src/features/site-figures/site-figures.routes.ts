import { getSiteFigures } from '@raahi/contract/site-figures'
import type { RouteDeps } from '../../platform/http/route.ts'
import { createSiteFigures } from './read-site-figures.ts'

export function addSiteFigureRoutes({ addRoute, database }: RouteDeps): void {
  const read = createSiteFigures(database)
  addRoute(getSiteFigures, async () => ({ data: await read() }))
}
