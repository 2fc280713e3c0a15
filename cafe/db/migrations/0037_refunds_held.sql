-- When somebody had a refund that its provider did not take go on; NULL: nobody did. Unix seconds.
ALTER TABLE refunds ADD COLUMN resumed_at BIGINT;
