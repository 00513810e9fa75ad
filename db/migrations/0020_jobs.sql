CREATE TABLE "job" (
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"job_name" text,
	"job_group" varchar(60),
	"invoke_target" uuid,
	"cron_expression" text,
	"misfire_policy" varchar(60),
	"status" varchar(60),
	"next_time" timestamp(3) with time zone,
	"last_time" timestamp(3) with time zone,
	"last_result" varchar(60),
	"last_ms" bigint,
	"remark" text,
	"target" text,
	"job_name_en" text,
	"declared_cron" text,
	"vital" boolean,
	CONSTRAINT "job_pk" PRIMARY KEY("id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "job" TO gatehouse_app, gatehouse_platform;
CREATE TABLE "job_log" (
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"deleted_at" timestamp(3) with time zone,
	"job_id" uuid,
	"job_name" text,
	"job_name_en" text,
	"job_group" varchar(60),
	"status" varchar(60),
	"start_time" timestamp(3) with time zone,
	"ms" bigint,
	"cause" varchar(60),
	"by_name" text,
	"due_time" timestamp(3) with time zone,
	"times" bigint,
	"attempt" bigint,
	"reason" varchar(60),
	"error_id" text,
	"error" text,
	"server" text,
	"end_time" timestamp(3) with time zone,
	"target" text,
	"sent_at" timestamp(3) with time zone,
	CONSTRAINT "job_log_pk" PRIMARY KEY("id")
);

GRANT SELECT, INSERT, UPDATE, DELETE ON "job_log" TO gatehouse_app, gatehouse_platform;
CREATE INDEX "job_target_ix" ON "job" USING btree ("target");
CREATE INDEX "job_log_start_time_ix" ON "job_log" USING btree ("start_time");
CREATE INDEX "job_log_target_status_ix" ON "job_log" USING btree ("target","status");
