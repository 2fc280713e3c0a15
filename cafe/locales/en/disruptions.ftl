# Air alerts and power cuts.

closed-air_alert = { $day ->
    [open] Air alert: we take orders again after the all-clear.
    [today] Air alert: we take orders again at { $time }.
    [tomorrow] Air alert: we take orders again tomorrow at { $time }.
   *[other] Air alert: we take orders again on { $day } at { $time }.
}
closed-air_alert-type = { $day ->
    [open] Air alert: we deliver again after the all-clear.
    [today] Air alert: we deliver again at { $time }.
    [tomorrow] Air alert: we deliver again tomorrow at { $time }.
   *[other] Air alert: we deliver again on { $day } at { $time }.
}
closed-power_cut = { $day ->
    [open] There is no power: we take no orders for now.
    [today] There is no power: we take orders again at { $time }.
    [tomorrow] There is no power: we take orders again tomorrow at { $time }.
   *[other] There is no power: we take orders again on { $day } at { $time }.
}
closed-power_cut-type = { $day ->
    [open] There is no power: we do not deliver for now.
    [today] There is no power: we deliver again at { $time }.
    [tomorrow] There is no power: we deliver again tomorrow at { $time }.
   *[other] There is no power: we deliver again on { $day } at { $time }.
}
disruption-air_alert = Air alert. Take care!
disruption-power_cut = { $day ->
    [open] There is no power now.
    [today] There is no power until { $time }.
    [tomorrow] There is no power until tomorrow, { $time }.
   *[other] There is no power until { $day }, { $time }.
}
time-disrupted = On { $day } at { $time } a power cut is planned, and we take no such orders then. Please choose another time.

staff-disruption-began =
    { $what ->
        [air_alert] 🚨 Air alert since { $began }
       *[power_cut] 🔌 Power cut since { $began }
    }{ $until ->
        [open] :
       *[other] {" "}until { $until }:
    } { $effect ->
        [pause_delivery] delivery is paused.
        [pause_all] orders are paused.
        [mode] a mode of the menu is on.
       *[line] guests read a line about it.
    } Accepted orders stay.
staff-disruption-ended =
    { $what ->
        [air_alert] ✅ All clear
       *[power_cut] 💡 The power is back
    }{ $by ->
        [hand] {" "}(as the staff said).
        [silence] {" "}? The source has been silent for four hours, so we go on as if there were no alert.
       *[itself] .
    }
staff-source-silent =
    ⚠️ { $what ->
        [air_alert] The source of air alerts
       *[power_cut] The address with the plan of power cuts
    } has said nothing certain since { $since }: { $trouble ->
        [silent] there is no answer
        [refused] it does not take the token
        [too-often] it wants to be asked less often
        [failed] it answers with an error
        [elsewhere] it has nothing about your region or queue
        [unbelievable] it tells of an alert that is yet to begin
        [empty] it has no plan
       *[unreadable] nobody can read its answer
    }. { $is_on ->
        [yes] What has begun goes on; you can end it by hand.
       *[no] Nothing has changed; you can begin by hand: /pause.
    }
staff-source-back = { $what ->
    [air_alert] 👌 The source of air alerts answers again.
   *[power_cut] 👌 The address with the plan of power cuts answers again.
}

disruption-standing = { $what ->
    [air_alert] 🚨 Air alert{ $until ->
        [open] .
       *[other] {" "}until { $until }.
    }
   *[power_cut] 🔌 Power cut{ $until ->
        [open] .
       *[other] {" "}until { $until }.
    }
}
disruption-begin-air_alert = 🚨 Air alert
disruption-begin-power_cut = 🔌 Power cut
disruption-end-air_alert = ✅ All clear
disruption-end-power_cut = 💡 Power is back
disruption-begun = { $what ->
    [air_alert] 🚨 { $actor }: air alert, until you say it is over.
   *[power_cut] 🔌 { $actor }: power cut, until you say it is over.
}
disruption-ended = { $what ->
    [air_alert] ✅ { $actor }: all clear.
   *[power_cut] 💡 { $actor }: the power is back.
}
disruption-none = { $what ->
    [air_alert] The alert is over already.
   *[power_cut] The power is back already.
}

plan-line = Line { $line } is not understood. An example: “3.1: 09:00-12:30, 16:00-19:30”.
plan-time = Line { $line }: there is no such time.
plan-day = Line { $line }: there is no such day, or it is more than two weeks away.
plan-empty = There are no hours here. An example: “3.1: 09:00-12:30, 16:00-19:30”.
plan-queue-missing = Queue { $queue } is not here.
plan-queue-unknown = There are several queues: first choose yours in the settings.
plan-too-long = Too long: { $limit } characters at most.
plan-too-many = Too many cuts: { $limit } at most.
must-be-region = This must be a region of the list.
must-be-queue = This must be a queue, such as 3.1.
