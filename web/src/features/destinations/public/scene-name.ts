import type { DestinationSlug } from './destinations.ts'

export type SceneName = DestinationSlug | 'road' | 'signpost' | 'skyline'
