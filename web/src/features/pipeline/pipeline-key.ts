/** Key of all queries about the pipeline. In a separate file, because every screen loads it. */
export const pipelineKey = ['pipeline'] as const
